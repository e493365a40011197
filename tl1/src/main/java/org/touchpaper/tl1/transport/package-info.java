/**
 * How bytes travel to an element and back: start at {@link org.touchpaper.tl1.transport.Transport},
 * which dials, and {@link org.touchpaper.tl1.transport.Line}, which is what it gives. Raw TCP,
 * telnet, TLS and SSH look alike from here on. Depends on {@code codec} for telnet's own bytes and
 * on Apache MINA SSHD.
 */
@NullMarked
package org.touchpaper.tl1.transport;

import org.jspecify.annotations.NullMarked;
