@NullMarked
package org.touchpaper.bar.web.timeline;

import org.jspecify.annotations.NullMarked;
