/** Tests over sockets: a segment and its holder, each a service; start at SegmentOverSoapTest. */
@NullMarked
package org.touchpaper.segment.soap;

import org.jspecify.annotations.NullMarked;
