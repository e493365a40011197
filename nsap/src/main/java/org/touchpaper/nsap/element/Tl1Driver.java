package org.touchpaper.nsap.element;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.touchpaper.elementsession.Tl1Session;
import org.touchpaper.segment.element.EditOutcome;
import org.touchpaper.segment.element.ElementDriver;
import org.touchpaper.segment.element.ElementEvent;

/** What the drivers of elements with TL1 have in common. */
public abstract class Tl1Driver implements ElementDriver {

  protected final Tl1ElementClient element;
  private final ReentrantLock editLock = new ReentrantLock(true);

  protected Tl1Driver(String tid, Tl1Session session) {
    this.element = new Tl1ElementClient(tid, session);
  }

  @Override
  public final String element() {
    return element.tid();
  }

  @Override
  public final void watch(Consumer<ElementEvent> watcher) {
    element.watch(watcher);
  }

  /** Serialises edits, from reading the element to the last note. */
  protected final EditOutcome exclusively(Supplier<EditOutcome> edit) {
    editLock.lock();
    try {
      return edit.get();
    } finally {
      editLock.unlock();
    }
  }
}
