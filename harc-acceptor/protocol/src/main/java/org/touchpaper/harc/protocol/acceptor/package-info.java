/**
 * The acceptor's state machine for one transaction (Gray and Lamport, TODS 31(1), 2006). Pure and
 * immutable. Start at {@link org.touchpaper.harc.protocol.acceptor.PaxosCommitDispatcher}: it shows
 * which rule handles which event. A rule is a function from {@link
 * org.touchpaper.harc.protocol.acceptor.AcceptorStepBuilder}, which is the state and the effects so
 * far, and the event, to the same. {@link org.touchpaper.harc.protocol.acceptor.AcceptorMachine} is
 * the state: a durable {@link org.touchpaper.harc.protocol.acceptor.HardState} and a volatile
 * {@link org.touchpaper.harc.protocol.acceptor.AcceptorPhase}. Depends on the messages only.
 */
@NullMarked
package org.touchpaper.harc.protocol.acceptor;

import org.jspecify.annotations.NullMarked;
