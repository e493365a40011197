/** Co-allocations on good days and bad; start at {@code CoAllocationTest}. */
@NullMarked
package org.touchpaper.bar.coallocation;

import org.jspecify.annotations.NullMarked;
