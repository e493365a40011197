/** Tests of API tokens: what they permit, and as programs use them. */
@NullMarked
package org.touchpaper.bar.token;

import org.jspecify.annotations.NullMarked;
