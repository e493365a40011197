/** What was measured, beside what the papers printed: fits, checks and the report in HTML. Pure. */
@NullMarked
package org.touchpaper.lab.result;

import org.jspecify.annotations.NullMarked;
