/**
 * What makes one believe Paxos Commit: the production machines of {@code
 * org.touchpaper.harc.commit} put through bad days at random and, in the small, through every day
 * there can be, and classic mistakes ({@link org.touchpaper.harc.proof.Mutant}) that must not go
 * unnoticed.
 *
 * <p>Nothing is modelled a second time. {@link org.touchpaper.harc.proof.Machines} steps {@code
 * Member} and {@code ResourceManager} as they run in a process, here with the world around them;
 * simulated acceptors take rounds, let votes wait for others and write memories down by the code
 * that does so in production.
 *
 * <p><b>The simulator</b>: start at {@link org.touchpaper.harc.proof.Trial}, one seed; then {@link
 * org.touchpaper.harc.proof.Simulation}, one transaction with its clients, acceptors and resource
 * managers in virtual time; {@link org.touchpaper.harc.proof.Faults}, everything that goes wrong,
 * {@link org.touchpaper.harc.proof.Duel}, how mistakes with ballots are brought to light; and
 * {@link org.touchpaper.harc.proof.Invariants}, what must hold nevertheless.
 *
 * <p><b>The explorer</b>: start at {@link org.touchpaper.harc.proof.Explorer}, which visits every
 * state that some order of events leads to; then {@link org.touchpaper.harc.proof.AcceptorActor},
 * what may happen to an acceptor, and {@link org.touchpaper.harc.proof.Participant}, which steps
 * are put off. What is explored is a little more than what can happen: clocks and alarms say
 * anything, questions are asked all the time, a bundle of votes arrives in any parts.
 *
 * <p><b>The years</b>: start at {@link org.touchpaper.harc.proof.Stretch}, in which acceptors fail
 * and are repaired for as long as one likes; then {@link org.touchpaper.harc.proof.Probe}, a
 * transaction in the simulator that tells whether they work; {@link
 * org.touchpaper.harc.proof.Uptime}, what it comes to; and {@link org.touchpaper.harc.proof.Fleet},
 * what must come of it by the formula.
 *
 * <p>Depends on the JDK, JSpecify and commit alone.
 */
@NullMarked
package org.touchpaper.harc.proof;

import org.jspecify.annotations.NullMarked;
