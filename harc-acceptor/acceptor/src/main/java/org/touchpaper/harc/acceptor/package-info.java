/**
 * One acceptor: a process around the pure core of {@link org.touchpaper.harc.commit}.
 *
 * <p>Start at {@link org.touchpaper.harc.acceptor.AcceptorProcess}, the main class; {@link
 * org.touchpaper.harc.acceptor.Acceptor} is the whole acceptor, to be embedded in tests. Inside,
 * {@link org.touchpaper.harc.acceptor.AcceptorLoop} is the one thread that steps the machines: it
 * takes all that has come in, writes what must be durable to the {@link
 * org.touchpaper.harc.acceptor.Journal} with one flush for all, and only then lets the {@link
 * org.touchpaper.harc.acceptor.Outbox} speak. {@link org.touchpaper.harc.acceptor.HarcServlet} is
 * what peers see.
 */
@NullMarked
package org.touchpaper.harc.acceptor;

import org.jspecify.annotations.NullMarked;
