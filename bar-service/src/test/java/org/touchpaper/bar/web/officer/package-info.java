/** Tests of the security officer's pages. */
@NullMarked
package org.touchpaper.bar.web.officer;

import org.jspecify.annotations.NullMarked;
