@NullMarked
package org.touchpaper.bar.coallocation.run;

import org.jspecify.annotations.NullMarked;
