import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { defineConfig } from 'vitest/config';

/** Every inline `<script>` or `<style>` of a page, by the exact text a browser hashes. */
function inlineHashes(html: string, tag: 'script' | 'style'): string {
  const found = html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'gi'));
  const hashes = Array.from(found, ([, text = '']) => createHash('sha256').update(text).digest('base64'));
  return hashes.length === 0 ? "'none'" : hashes.map((hash) => `'sha256-${hash}'`).join(' ');
}

function policy(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${inlineHashes(html, 'script')}`,
    `style-src ${inlineHashes(html, 'style')}`,
    "worker-src 'self' blob:",
    "img-src 'self' data: blob:",
    "manifest-src 'self'",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/**
 * Puts the content security policy first in the head of the finished page, so that nothing in the page comes before it.
 * It must run after everything that still changes the page: the hashes are of the final text.
 */
function contentSecurityPolicy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue;
          const html = typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
          const meta = `<meta http-equiv="Content-Security-Policy" content="${policy(html)}" />`;
          if (!html.includes('<head>')) this.error(`${file.fileName} has no plain <head> to put the policy in`);
          file.source = html.replace('<head>', () => `<head>\n    ${meta}`);
        }
      },
    },
  };
}

export default defineConfig({
  base: './',
  build: { target: 'es2022', modulePreload: false, reportCompressedSize: false },
  worker: { format: 'iife' },
  plugins: [viteSingleFile(), contentSecurityPolicy()],
  preview: { host: '127.0.0.1', port: 4173 },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['test/{lib,core,worker,state,rules,oracle}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: { name: 'ui', environment: 'happy-dom', include: ['test/ui/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['test/browser/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
