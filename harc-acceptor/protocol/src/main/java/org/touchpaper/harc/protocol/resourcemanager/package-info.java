/**
 * The resource manager's state machine for one transaction: it votes once and carries out the
 * decision. Pure. Start at {@link
 * org.touchpaper.harc.protocol.resourcemanager.ResourceManagerMachine}. Depends on the messages
 * only.
 */
@NullMarked
package org.touchpaper.harc.protocol.resourcemanager;

import org.jspecify.annotations.NullMarked;
