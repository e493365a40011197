/** TL1 messages, one type each, pure. */
@NullMarked
package org.touchpaper.tl1.message;

import org.jspecify.annotations.NullMarked;
