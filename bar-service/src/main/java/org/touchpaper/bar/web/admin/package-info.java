/** The page Administration, for administrators: it only reads, and prints the commands to run. */
@NullMarked
package org.touchpaper.bar.web.admin;

import org.jspecify.annotations.NullMarked;
