/** The HLM API's Java client. */
@NullMarked
package org.touchpaper.hlm;

import org.jspecify.annotations.NullMarked;
