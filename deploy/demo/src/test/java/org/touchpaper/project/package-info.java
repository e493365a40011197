/** Rules for the whole project: its vocabulary, its packages, its documents. */
@NullMarked
package org.touchpaper.project;

import org.jspecify.annotations.NullMarked;
