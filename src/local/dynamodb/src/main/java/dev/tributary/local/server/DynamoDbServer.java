package dev.tributary.local.server;

import com.amazonaws.services.dynamodbv2.local.main.CommandLineInput;
import com.amazonaws.services.dynamodbv2.local.main.ServerRunner;
import com.amazonaws.services.dynamodbv2.local.monitoring.Telemetry;
import com.amazonaws.services.dynamodbv2.local.server.DynamoDBProxyServer;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBRequestHandler;
import com.amazonaws.services.dynamodbv2.local.server.LocalDynamoDBServerHandler;
import java.util.Arrays;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * DynamoDB Local, on the loopback address only and, with {@code --test-control} as the first
 * argument, with the control that its own command line cannot reach: a PutItem to the table {@code
 * [TEST_CONTROL]} then rolls shards ({@code ACTION: ROLLOVER}) and moves the time ({@code ACTION:
 * DILATE_TIME, HOURS: "25"}). The other arguments are DynamoDB Local's.
 */
public final class DynamoDbServer {
  private static final String TEST_CONTROL = "--test-control";

  private DynamoDbServer() {}

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, fault) -> {
          fault.printStackTrace();
          if (fault instanceof Error) {
            Runtime.getRuntime().halt(127);
          }
        });
    boolean testControl = args.length > 0 && args[0].equals(TEST_CONTROL);
    var input = new CommandLineInput(testControl ? Arrays.copyOfRange(args, 1, args.length) : args);
    if (!input.init()) {
      throw new IllegalArgumentException("DynamoDB Local refused: " + Arrays.toString(args));
    }
    Telemetry.configureTelemetry("LOCAL", ServerRunner.getSetupMode(input), false);
    var server =
        new DynamoDBProxyServer(
            input.getPort(),
            new LocalDynamoDBServerHandler(
                requestHandler(input, testControl), input.getCorsParams()));
    onLoopbackOnly(server);
    server.start();
    System.out.println("DynamoDB Local on port " + input.getPort());
  }

  private static LocalDynamoDBRequestHandler requestHandler(
      CommandLineInput input, boolean testControl) throws ReflectiveOperationException {
    // The constructor with the test control in it is package-private.
    var constructor =
        LocalDynamoDBRequestHandler.class.getDeclaredConstructor(
            int.class, boolean.class, String.class, boolean.class, boolean.class, boolean.class);
    constructor.setAccessible(true);
    return constructor.newInstance(
        0,
        input.isInMemory(),
        input.getDbPath(),
        input.getSharedDb(),
        input.shouldDelayTransientStatuses(),
        testControl);
  }

  /** DynamoDB Local has no option for it and would listen on every address of the machine. */
  private static void onLoopbackOnly(DynamoDBProxyServer proxy)
      throws ReflectiveOperationException {
    var field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    for (var connector : ((Server) field.get(proxy)).getConnectors()) {
      ((ServerConnector) connector).setHost("127.0.0.1");
    }
  }
}
