/**
 * Whom and what the site lets in: named admission rules, each with the sentence it is refused with.
 * Start reading at {@link org.touchpaper.lnsap.policy.SitePolicy}; a site's policy outranks
 * everybody on that site (DESIGN decision 10).
 */
@NullMarked
package org.touchpaper.lnsap.policy;

import org.jspecify.annotations.NullMarked;
