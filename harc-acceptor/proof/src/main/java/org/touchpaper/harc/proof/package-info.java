/**
 * What makes one believe Paxos Commit: the production machines of {@code
 * org.touchpaper.harc.commit} put through bad days at random, and classic mistakes ({@link
 * org.touchpaper.harc.proof.Mutant}) that must not go unnoticed.
 *
 * <p>Nothing is modelled a second time. {@link org.touchpaper.harc.proof.Machines} steps {@code
 * Member} and {@code ResourceManager} as they run in a process, here with the world around them.
 *
 * <p><b>The simulator</b>: start at {@link org.touchpaper.harc.proof.Trial}, one seed; then {@link
 * org.touchpaper.harc.proof.Simulation}, one transaction with its clients, acceptors and resource
 * managers in virtual time; {@link org.touchpaper.harc.proof.Weather}, everything that goes wrong;
 * and {@link org.touchpaper.harc.proof.Watch}, what must hold nevertheless.
 *
 * <p>Depends on the JDK, JSpecify and commit alone.
 */
@NullMarked
package org.touchpaper.harc.proof;

import org.jspecify.annotations.NullMarked;
