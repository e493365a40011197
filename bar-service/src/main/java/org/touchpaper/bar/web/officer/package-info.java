/**
 * The security officers' pages: who uses what, cuts and their incident records, and the log. The
 * campus's own segment makes the cuts; these pages ask it. Start at {@code OfficerPageController}.
 */
@NullMarked
package org.touchpaper.bar.web.officer;

import org.jspecify.annotations.NullMarked;
