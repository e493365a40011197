/** Tests of co-allocations, with their failures; start at {@code CoAllocationTest}. */
@NullMarked
package org.touchpaper.bar.coallocation;

import org.jspecify.annotations.NullMarked;
