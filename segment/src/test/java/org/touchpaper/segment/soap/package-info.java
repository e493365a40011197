/** Tests over sockets, with a segment and its holder as services. Start at SegmentOverSoapTest. */
@NullMarked
package org.touchpaper.segment.soap;

import org.jspecify.annotations.NullMarked;
