/**
 * The acceptor's event loop. Start at {@link
 * org.touchpaper.harc.acceptor.eventloop.AcceptorEventLoop}: it passes messages and timers to the
 * machines of the {@link org.touchpaper.harc.acceptor.eventloop.TransactionTable}, writes what must
 * be durable to the journal with one flush per batch, and then performs the effects; messages leave
 * through the {@link org.touchpaper.harc.acceptor.eventloop.MessageSender}. Depends on the journal,
 * harc-protocol and harc-transport.
 */
@NullMarked
package org.touchpaper.harc.acceptor.eventloop;

import org.jspecify.annotations.NullMarked;
