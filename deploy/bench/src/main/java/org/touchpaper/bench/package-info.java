/**
 * {@code ./touchpaper bench}: what is measured or proved at length. Start at {@link
 * org.touchpaper.bench.Bench}, which lists the benches; each is one class, a command that says what
 * it found on standard output, how far it is on standard error, and with {@code --json} ends with
 * one line of JSON. To add one, write its class and name it there.
 */
@NullMarked
package org.touchpaper.bench;

import org.jspecify.annotations.NullMarked;
