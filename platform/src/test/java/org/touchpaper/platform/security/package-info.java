/** Tests of the checks of passwords. */
@NullMarked
package org.touchpaper.platform.security;

import org.jspecify.annotations.NullMarked;
