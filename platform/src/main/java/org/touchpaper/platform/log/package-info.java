/**
 * What a service's log looks like. Start reading at {@link
 * org.touchpaper.platform.log.ServiceInLog}: which service of the JVM a line belongs to; {@link
 * org.touchpaper.platform.log.RareTraces} keeps a trouble that lasts from filling the disk.
 */
@NullMarked
package org.touchpaper.platform.log;

import org.jspecify.annotations.NullMarked;
