/**
 * The site's admission rules, each with its refusal message. Start reading at {@link
 * org.touchpaper.lnsap.policy.SitePolicy}; a site's policy takes precedence on that site (DESIGN
 * decision 10).
 */
@NullMarked
package org.touchpaper.lnsap.policy;

import org.jspecify.annotations.NullMarked;
