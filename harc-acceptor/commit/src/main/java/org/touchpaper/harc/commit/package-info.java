/** Paxos Commit, pure (Gray and Lamport, 2006). */
@NullMarked
package org.touchpaper.harc.commit;

import org.jspecify.annotations.NullMarked;
