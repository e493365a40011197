/** Tests of the page Administration. */
@NullMarked
package org.touchpaper.bar.web.admin;

import org.jspecify.annotations.NullMarked;
