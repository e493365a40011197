package org.touchpaper.bench.commit;

import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The one call to etcd's key-value service that is measured, as gRPC carries it: a transaction that
 * puts a key if there is none yet. The fields are those of etcd's rpc.proto, in the wire format of
 * Protocol Buffers.
 */
final class EtcdCall {
  private static final int VARINT = 0;
  private static final int BYTES = 2;

  /** {@code etcdserverpb.KV/Txn}; what is sent and what comes are encoded messages. */
  static final MethodDescriptor<byte[], byte[]> TXN =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName("etcdserverpb.KV/Txn")
          .setRequestMarshaller(AsItIs.INSTANCE)
          .setResponseMarshaller(AsItIs.INSTANCE)
          .build();

  private EtcdCall() {}

  /** A message that is encoded already. */
  private enum AsItIs implements MethodDescriptor.Marshaller<byte[]> {
    INSTANCE;

    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A TxnRequest: if the key's version is 0, it has never been put, then put it. */
  static byte[] putIfAbsent(String key, String value) {
    var isAbsent = new Message().bytes(3, utf8(key)).number(4, 0); // EQUAL and VERSION are 0
    var put = new Message().bytes(1, utf8(key)).bytes(2, utf8(value));
    return new Message()
        .bytes(1, isAbsent.encoded())
        .bytes(2, new Message().bytes(2, put.encoded()).encoded())
        .encoded();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What is being encoded. */
  private static final class Message {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Message number(int field, long value) {
      varint(((long) field << 3) | VARINT);
      varint(value);
      return this;
    }

    Message bytes(int field, byte[] value) {
      varint(((long) field << 3) | BYTES);
      varint(value.length);
      out.writeBytes(value);
      return this;
    }

    private void varint(long value) {
      var left = value;
      for (; left > 0x7f; left >>>= 7) {
        out.write((int) ((left & 0x7f) | 0x80));
      }
      out.write((int) left);
    }

    byte[] encoded() {
      return out.toByteArray();
    }
  }

  /** Whether a TxnResponse says that the key was absent and has been put: its field 2. */
  static boolean hasPut(byte[] response) {
    var in = new ByteArrayInputStream(response);
    while (in.available() > 0) {
      var tag = varint(in);
      var value = varint(in); // or how many bytes there are
      switch ((int) tag & 7) {
        case VARINT -> {
          if (tag >>> 3 == 2) {
            return value == 1;
          }
        }
        case BYTES -> in.skip(value);
        default -> throw new IllegalStateException("no TxnResponse: it has a field " + tag);
      }
    }
    return false;
  }

  private static long varint(InputStream in) {
    try {
      long value = 0;
      for (var shift = 0; shift < 64; shift += 7) {
        var next = in.read();
        if (next < 0) {
          throw new IllegalStateException("a message of etcd's ends in the middle of a number");
        }
        value |= (long) (next & 0x7f) << shift;
        if (next < 0x80) {
          return value;
        }
      }
      throw new IllegalStateException("a number of etcd's has more than 64 bits");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
