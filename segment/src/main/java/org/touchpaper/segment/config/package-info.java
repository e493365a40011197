/**
 * The Spring configuration of a segment: its beans ({@link
 * org.touchpaper.segment.config.SegmentConfiguration}) and its scheduled tasks. It may depend on
 * every other package of the module.
 */
@NullMarked
package org.touchpaper.segment.config;

import org.jspecify.annotations.NullMarked;
