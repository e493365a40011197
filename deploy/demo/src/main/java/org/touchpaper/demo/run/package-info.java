/**
 * Runs on the demo network's cluster: {@link org.touchpaper.demo.run.InstalledEngine} is what runs,
 * {@link org.touchpaper.demo.run.DemoApplicationSetup} lets newton's resource manager launch it,
 * and {@link org.touchpaper.demo.run.ImdViewerClient} watches and steers it.
 */
@NullMarked
package org.touchpaper.demo.run;

import org.jspecify.annotations.NullMarked;
