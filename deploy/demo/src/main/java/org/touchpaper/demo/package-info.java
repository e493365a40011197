/**
 * The launcher of the demo network. Start at {@link org.touchpaper.demo.Launcher}, the main class
 * behind {@code ./touchpaper}; {@link org.touchpaper.demo.RunningNetwork} starts, watches and ends
 * the processes, {@link org.touchpaper.demo.Ports}, {@link org.touchpaper.demo.Acquaintances} and
 * {@link org.touchpaper.demo.Settings} say where each listens, whom it knows and what it is told.
 * What the demo does is in {@link org.touchpaper.demo.script}; {@link org.touchpaper.demo.Witness}
 * answers its questions.
 */
@NullMarked
package org.touchpaper.demo;

import org.jspecify.annotations.NullMarked;
