package org.touchpaper.elementemulator.tl1;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.touchpaper.elementemulator.EmulatedElement;
import org.touchpaper.tl1.codec.MessageDecoder;
import org.touchpaper.tl1.codec.MessageEncoder;
import org.touchpaper.tl1.message.OutputMessage;
import org.touchpaper.tl1.message.StrayLine;

/** A client that sends arbitrary text to an element's raw port. */
final class RawTl1Client implements Closeable {

  private final Socket socket;
  private final MessageDecoder decoder = new MessageDecoder();
  private final List<OutputMessage> unread = new ArrayList<>();
  private final StringBuilder received = new StringBuilder();

  RawTl1Client(EmulatedElement element) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), element.port());
    socket.setSoTimeout(60_000);
  }

  /** Logs in and reads the answer and the session report. */
  static RawTl1Client loggedIn(EmulatedElement element) throws IOException {
    var caller = new RawTl1Client(element);
    caller.send("ACT-USER::touchpaper:1::lightpath;");
    var _ = caller.receive(2);
    return caller;
  }

  void send(String text) throws IOException {
    socket.getOutputStream().write(MessageEncoder.toBytes(text));
  }

  /** The next messages; waits until this many have arrived. */
  List<OutputMessage> receive(int messages) throws IOException {
    var buffer = new byte[8_192];
    while (unread.size() < messages) {
      var length = socket.getInputStream().read(buffer);
      if (length < 0) {
        throw new IOException("the element closed the connection after " + received);
      }
      received.append(new String(buffer, 0, length, StandardCharsets.ISO_8859_1));
      decoder.feed(buffer, 0, length).stream()
          .filter(message -> !(message instanceof StrayLine))
          .forEach(unread::add);
    }
    var next = unread.subList(0, messages);
    var receivedMessages = List.copyOf(next);
    next.clear();
    return receivedMessages;
  }

  /** All text received. */
  String receivedText() {
    return received.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
