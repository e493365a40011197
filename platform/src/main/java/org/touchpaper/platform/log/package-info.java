/**
 * Which service of the JVM a line of the log belongs to. Start reading at {@link
 * org.touchpaper.platform.log.ServiceInLog}.
 */
@NullMarked
package org.touchpaper.platform.log;

import org.jspecify.annotations.NullMarked;
