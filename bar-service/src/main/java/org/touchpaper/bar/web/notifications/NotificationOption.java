package org.touchpaper.bar.web.notifications;

import java.util.Arrays;
import java.util.List;
import org.touchpaper.bar.notification.NotificationKind;

/** A kind of notification with the words of its check box: "when a booking of mine …". */
record NotificationOption(String name, String text) {

  static List<NotificationOption> listAll() {
    return Arrays.stream(NotificationKind.values())
        .map(kind -> new NotificationOption(kind.name(), text(kind)))
        .toList();
  }

  private static String text(NotificationKind kind) {
    return switch (kind) {
      case ABOUT_TO_START -> "is about to start";
      case STARTED -> "has started";
      case ENDED -> "has ended";
      case FAILED -> "has failed, or has a problem";
      case CHANGED_BY_OTHERS -> "was changed or cancelled by somebody else";
    };
  }
}
