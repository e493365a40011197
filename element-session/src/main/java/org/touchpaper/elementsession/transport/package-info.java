/**
 * Byte streams to elements over raw TCP, telnet, TLS and SSH. Start at {@link
 * org.touchpaper.elementsession.transport.Transport}, which connects and returns a {@link
 * org.touchpaper.elementsession.transport.DuplexStream}. Depends on the TL1 {@code codec} for
 * telnet, and on Apache MINA SSHD.
 */
@NullMarked
package org.touchpaper.elementsession.transport;

import org.jspecify.annotations.NullMarked;
