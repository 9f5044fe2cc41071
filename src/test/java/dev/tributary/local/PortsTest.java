package dev.tributary.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PortsTest {
  @Test
  void givesAPortOnce() {
    // A source of chance that repeats itself, as chance does now and then.
    var ports =
        new Ports(
            new Random() {
              private int calls;

              @Override
              public int nextInt(int bound) {
                return calls++ / 3;
              }
            });
    assertThat(ports.free()).isNotEqualTo(ports.free());
  }

  @Test
  void aPortThatSomebodyListensOnIsNotFree() throws Exception {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(Ports.isFree(socket.getLocalPort())).isFalse();
    }
  }
}
