@NullMarked
package org.touchpaper.bar.web.book;

import org.jspecify.annotations.NullMarked;
