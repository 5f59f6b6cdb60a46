// Answers nothing yet: the client's watchdog ends what is asked of it.
addEventListener("message", () => undefined);
