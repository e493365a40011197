package org.touchpaper.bar.web.elements;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an element does, in one word and one line. The list, the element's page and the map show the
 * same, because nothing else judges an element. Pure.
 *
 * @param findings what is wrong, the worst first; empty if nothing is
 */
public record ElementHealthReport(Grade grade, List<String> findings) {

  public ElementHealthReport {
    findings = List.copyOf(findings);
  }

  /** The worst first. */
  public enum Grade {
    /** It impairs circuits. */
    IMPAIRED("✕", "impaired"),
    /** It cannot be reached, so nothing can be set up or read. */
    UNREACHABLE("✕", "not connected"),
    /** Something to look at that concerns no circuit, or may not. */
    WARNING("!", "warning"),
    /** It connects on demand and reports nothing, or is about to connect. */
    UNKNOWN("?", "not known"),
    GOOD("✓", "good");

    private final String mark;
    private final String text;

    Grade(String mark, String text) {
      this.mark = mark;
      this.text = text;
    }

    /** A sign that needs no colour. */
    public String mark() {
      return mark;
    }

    public String text() {
      return text;
    }
  }

  static final Comparator<ElementListItem> WORST_FIRST =
      Comparator.comparing((ElementListItem element) -> element.health().grade())
          .thenComparing(ElementListItem::name);

  static ElementHealthReport of(ElementListItem element) {
    return of(element, null);
  }

  /**
   * Judges an element.
   *
   * @param unread why its configuration could not be read; null if it was
   */
  static ElementHealthReport of(ElementListItem element, @Nullable String unread) {
    var findings = new ArrayList<String>();
    if (element.missing() > 0) {
      findings.add(count(element.missing(), "item") + " missing");
    }
    if (element.impaired() > 0) {
      findings.add(count(element.impaired(), "circuit") + " impaired");
    }
    var impairs = !findings.isEmpty();
    var session = session(element.state());
    if (session == Grade.UNREACHABLE) {
      findings.add(
          element.detail() == null ? "not connected" : "not connected: " + element.detail());
    }
    if (unread != null) {
      findings.add("configuration not read: " + unread);
    }
    if (element.alarms() > 0) {
      findings.add(count(element.alarms(), "active alarm"));
    }
    if (impairs) {
      return new ElementHealthReport(Grade.IMPAIRED, findings);
    }
    if (session != Grade.GOOD && findings.isEmpty()) {
      return new ElementHealthReport(session, findings);
    }
    return new ElementHealthReport(
        session == Grade.UNREACHABLE ? session : findings.isEmpty() ? Grade.GOOD : Grade.WARNING,
        findings);
  }

  /** A session that is idle, or about to be there, is no fault. */
  private static Grade session(String state) {
    return switch (state) {
      case "CONNECTED" -> Grade.GOOD;
      case "WAITING", "CLOSED" -> Grade.UNREACHABLE;
      default -> Grade.UNKNOWN;
    };
  }

  /** Returns the line for people. */
  public String line() {
    return switch (grade) {
      case GOOD -> "Connected, and nothing is wrong.";
      case UNKNOWN -> "Nothing is known to be wrong.";
      case IMPAIRED, UNREACHABLE, WARNING -> sentence(String.join(", ", findings)) + ".";
    };
  }

  /** Sums up several elements: "9 connected, 1 item missing". */
  static String summarize(List<ElementListItem> elements) {
    var parts = new ArrayList<String>();
    parts.add(elements.stream().filter(ElementListItem::isConnected).count() + " connected");
    add(parts, count(elements, Grade.UNREACHABLE), "not connected");
    var missing = elements.stream().mapToInt(ElementListItem::missing).sum();
    if (missing > 0) {
      parts.add(count(missing, "item") + " missing");
    }
    var impairing = elements.stream().filter(element -> element.impaired() > 0).count();
    if (impairing > 0) {
      parts.add(impairing + " with impaired circuits");
    }
    var alarms = elements.stream().mapToInt(ElementListItem::alarms).sum();
    if (alarms > 0) {
      parts.add(count(alarms, "active alarm"));
    }
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, long number, String what) {
    if (number > 0) {
      parts.add(number + " " + what);
    }
  }

  private static long count(List<ElementListItem> elements, Grade grade) {
    return elements.stream().filter(element -> session(element.state()) == grade).count();
  }

  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static String sentence(String text) {
    return Character.toUpperCase(text.charAt(0)) + text.substring(1);
  }
}
