/**
 * What an administrator looks at: open transactions explained, the health of peers, due work, users
 * with their roles, and usage. It only reads. Start at {@code OpenTransaction}, which explains what
 * the acceptors report.
 */
@NullMarked
package org.touchpaper.bar.administration;

import org.jspecify.annotations.NullMarked;
