/**
 * Runs on the demo network's cluster: {@link org.touchpaper.demo.run.InstalledEngine} is what runs,
 * {@link org.touchpaper.demo.run.DemoRuns} lets newton's resource manager launch it, and {@link
 * org.touchpaper.demo.run.RunViewer} watches and steers it.
 */
@NullMarked
package org.touchpaper.demo.run;

import org.jspecify.annotations.NullMarked;
