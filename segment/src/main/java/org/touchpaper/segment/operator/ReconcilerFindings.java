package org.touchpaper.segment.operator;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.touchpaper.segment.connection.ConnectionId;
import org.touchpaper.segment.element.PortAlarm;
import org.touchpaper.segment.reconcile.ElementEventListener;
import org.touchpaper.segment.reconcile.Reconciler;

/** What the reconciler found last about an element, and what operators ask of it. */
interface ReconcilerFindings {

  /** The problems of an element. */
  List<PortAlarm> problems(String element);

  /** True if an element was compared since this service's start. */
  boolean isCompared(String element);

  /** How many items an element lacks of each active circuit. */
  Map<ConnectionId, Integer> lackingItems(String element);

  /** The active circuits that an element impairs. */
  Set<ConnectionId> impairedCircuits(String element);

  /** Restores missing items; returns their circuits. */
  List<ConnectionId> restoreMissing(String element, String operator);

  /** Has an element compared soon: a viewer's reading differs from what was found last. */
  void compareSoon(String element);

  /**
   * The audit by the reconciler.
   *
   * @param events absent with manual scheduling; then nothing is compared soon
   */
  record ByReconciler(Reconciler reconciler, ObjectProvider<ElementEventListener> events)
      implements ReconcilerFindings {
    @Override
    public List<PortAlarm> problems(String element) {
      return reconciler.lastReadAlarms(element);
    }

    @Override
    public boolean isCompared(String element) {
      return reconciler.isCompared(element);
    }

    @Override
    public Map<ConnectionId, Integer> lackingItems(String element) {
      return reconciler.lackingItems(element);
    }

    @Override
    public Set<ConnectionId> impairedCircuits(String element) {
      return reconciler.impairedCircuits(element);
    }

    @Override
    public List<ConnectionId> restoreMissing(String element, String operator) {
      return reconciler.restoreMissing(element, operator);
    }

    @Override
    public void compareSoon(String element) {
      events.ifAvailable(listener -> listener.read(element, "differs from what was read last"));
    }
  }
}
