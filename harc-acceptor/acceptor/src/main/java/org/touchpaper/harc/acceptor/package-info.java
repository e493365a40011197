/**
 * One acceptor: a process around the pure core of {@link org.touchpaper.harc.protocol}.
 *
 * <p>Start at {@link org.touchpaper.harc.acceptor.AcceptorMain}, the main class; {@link
 * org.touchpaper.harc.acceptor.AcceptorServer} is the acceptor itself, which tests embed. Its
 * {@link org.touchpaper.harc.acceptor.eventloop.AcceptorEventLoop} steps the transactions' machines
 * on one thread and writes the {@link org.touchpaper.harc.acceptor.journal.Journal}. Acceptors and
 * resource managers exchange messages over streams ({@link
 * org.touchpaper.harc.acceptor.StreamTransport}); {@link
 * org.touchpaper.harc.acceptor.AcceptorServlet} serves clients and administrators over HTTP.
 *
 * <p>Depends on the packages below it, harc-protocol, harc-client, harc-transport, Jackson and
 * embedded Tomcat, not on Spring.
 */
@NullMarked
package org.touchpaper.harc.acceptor;

import org.jspecify.annotations.NullMarked;
