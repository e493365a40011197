/**
 * Server-rendered pages. They reload their live sections on change events. The pages call the same
 * services as the REST API and contain no rules of their own. Each page area is a package below;
 * what all share is here. Start at {@link org.touchpaper.bar.web.MainNavigation}; the templates are
 * in {@code bar/templates}.
 */
@NullMarked
package org.touchpaper.bar.web;

import org.jspecify.annotations.NullMarked;
