/**
 * The messages on a stream and their binary frames. Start at {@link
 * org.touchpaper.harc.transport.message.StreamMessage}; {@link
 * org.touchpaper.harc.transport.message.FramePayloadCodec} defines the encoding. Records are
 * encoded once per transaction ({@link org.touchpaper.harc.transport.message.RecordEncodingCache}).
 * Depends on harc-protocol and Netty.
 */
@NullMarked
package org.touchpaper.harc.transport.message;

import org.jspecify.annotations.NullMarked;
