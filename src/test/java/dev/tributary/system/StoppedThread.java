package dev.tributary.system;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;

/** Has one thread of another JVM hang, as a debugger does. */
final class StoppedThread implements AutoCloseable {

  private final int port;
  private VirtualMachine machine;

  StoppedThread() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      this.port = free.getLocalPort();
    }
  }

  /** For the JVM that is to be stopped. */
  List<String> options() {
    return List.of(
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx256m",
        "-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:" + port);
  }

  void stop(String name) throws IOException, IllegalConnectorArgumentsException {
    AttachingConnector connector =
        Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(candidate -> candidate.name().equals("com.sun.jdi.SocketAttach"))
            .findFirst()
            .orElseThrow();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("hostname").setValue("127.0.0.1");
    arguments.get("port").setValue(String.valueOf(port));
    machine = connector.attach(arguments);
    machine.allThreads().stream()
        .filter(thread -> thread.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no thread " + name))
        .suspend();
  }

  @Override
  public void close() {
    try {
      if (machine != null) {
        machine.dispose();
      }
    } catch (VMDisconnectedException e) {
      // It was killed before.
    }
  }
}
