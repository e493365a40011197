package org.touchpaper.tl1.element;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.tl1.codec.MessageDecoder;
import org.touchpaper.tl1.codec.Printer;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.Stray;

/** Somebody at an element's raw port who sends what a session never would. */
final class Caller implements Closeable {

  private final Socket socket;
  private final MessageDecoder decoder = new MessageDecoder();
  private final List<OutputMessage> unread = new ArrayList<>();
  private final StringBuilder raw = new StringBuilder();

  Caller(EmulatedElement element) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), element.port());
    socket.setSoTimeout(60_000);
  }

  /** One who is logged in: that was answered, and a session reported. */
  static Caller loggedIn(EmulatedElement element) throws IOException {
    var caller = new Caller(element);
    caller.say("ACT-USER::touchpaper:1::lightpath;");
    var _ = caller.hear(2);
    return caller;
  }

  void say(String text) throws IOException {
    socket.getOutputStream().write(Printer.bytes(text));
  }

  /** The next messages, as many as are awaited. */
  List<OutputMessage> hear(int messages) throws IOException {
    var buffer = new byte[8_192];
    while (unread.size() < messages) {
      var length = socket.getInputStream().read(buffer);
      if (length < 0) {
        throw new IOException("the element hung up after " + raw);
      }
      raw.append(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
      decoder.feed(buffer, 0, length).stream()
          .filter(each -> !(each instanceof Stray))
          .forEach(unread::add);
    }
    var next = unread.subList(0, messages);
    var heard = List.copyOf(next);
    next.clear();
    return heard;
  }

  /** Every byte so far. */
  String raw() {
    return raw.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
