/**
 * The log of a service. Start reading at {@link org.touchpaper.platform.log.ServiceNameMdcFilter},
 * which marks each line with its service; {@link
 * org.touchpaper.platform.log.RateLimitedTraceConverter} keeps a persistent failure from filling
 * the disk.
 */
@NullMarked
package org.touchpaper.platform.log;

import org.jspecify.annotations.NullMarked;
