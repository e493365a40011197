/**
 * The launcher of the demo network. Start at {@link org.touchpaper.demo.Launcher}; {@link
 * org.touchpaper.demo.LauncherRun} is one run, and {@link
 * org.touchpaper.demo.DemoNetworkSupervisor} starts, supervises and stops the processes. Ports,
 * peers and data directory are in {@link org.touchpaper.demo.config}, the steps of {@code
 * ./touchpaper demo} in {@link org.touchpaper.demo.scenario}, and the queries that answer them in
 * {@link org.touchpaper.demo.probe}.
 */
@NullMarked
package org.touchpaper.demo;

import org.jspecify.annotations.NullMarked;
